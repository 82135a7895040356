"""Security headers: browsers may do almost nothing with our pages."""

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

NO_PAGE = {"default-src": [NONE], "frame-ancestors": [NONE]}
"""For an answer that is no page: it loads nothing, and nobody frames it."""

# Only the tablet's app needs these: it reads codes with the camera, keeps the screen awake and uses
# full screen.
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
