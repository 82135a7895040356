// Shows the OpenAPI document; "try it out" also sends the CSRF token of a signed-in session.

const place = document.getElementById("api-docs");

function csrfToken() {
  const cookie = document.cookie.split("; ").find((entry) => entry.startsWith("csrftoken="));
  return cookie ? decodeURIComponent(cookie.slice("csrftoken=".length)) : "";
}

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  presets: [window.SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor(request) {
    if (!["GET", "HEAD", undefined].includes(request.method)) {
      request.headers["X-CSRFToken"] = csrfToken();
    }
    return request;
  },
});
