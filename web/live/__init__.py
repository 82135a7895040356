"""Server-sent events: `/live/t/<slug>` tells every open page that its tournament changed."""
