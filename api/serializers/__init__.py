"""The shapes of requests and answers. Serializers save nothing."""
