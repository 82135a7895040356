"""What browsers are told they may do with a page of ours: next to nothing."""

from csp.constants import NONE, SELF

CONTENT_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

# The tablet reads codes with its camera, keeps its screen awake, and fills it; nobody else does.
PERMISSIONS = {
    "camera": "(self)",
    "screen-wake-lock": "(self)",
    "fullscreen": "(self)",
    "publickey-credentials-get": "(self)",
    "publickey-credentials-create": "(self)",
    **dict.fromkeys(
        (
            "accelerometer", "autoplay", "browsing-topics", "display-capture",
            "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment",
            "serial", "usb", "xr-spatial-tracking",
        ),
        "()",
    ),
}  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{name}={to}" for name, to in sorted(PERMISSIONS.items()))
