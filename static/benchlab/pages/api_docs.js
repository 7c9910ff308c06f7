/* The page of the API: Swagger UI, which comes with django-ninja, on the OpenAPI document that the page names. */

const place = document.getElementById("api-docs");
const csrf = JSON.parse(document.body.getAttribute("hx-headers"));

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  requestInterceptor: (request) => Object.assign(request, { headers: { ...request.headers, ...csrf } }),
});
