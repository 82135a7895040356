"""The REST API: serializers that never save, views that call one service."""
