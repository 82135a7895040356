"""The renderer of all forms, so that every field looks the same."""

from django.forms.renderers import TemplatesSetting


class FormRenderer(TemplatesSetting):
    """`{{ form }}` and `{{ form.name.as_field_group }}` use templates/components/."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
