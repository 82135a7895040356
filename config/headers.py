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

# What no page of the site asks for. What is not named the site's own pages may do, as everywhere:
# the tablet's app reads codes with the camera, keeps the screen awake and uses full screen.
REFUSED = (
    "accelerometer", "autoplay", "browsing-topics", "display-capture",
    "geolocation", "gyroscope", "hid", "magnetometer", "microphone", "midi", "payment",
    "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS_POLICY = ", ".join(f"{name}=()" for name in REFUSED)
