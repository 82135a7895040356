"""Server-sent events: `/live/t/<slug>` tells open pages that their tournament changed."""
