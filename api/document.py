"""Settings of drf-spectacular for the OpenAPI document, read by `config/settings.py`."""

OPENAPI = {
    "TITLE": "Mus tournaments",
    "DESCRIPTION": "What the pages can do, for programs. See docs/api.md.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": [
        "api.schema.drop_marks",
        "api.schema.require_bodies",
        "api.schema.add_hand_record",
    ],
    "COMPONENT_SPLIT_REQUEST": True,
    "PATH_CONVERTER_OVERRIDES": {"number": {"type": "integer", "minimum": 0}},
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
}
