"""The OpenAPI document: what ninja writes of the operations, and that each of them can refuse."""

from http import HTTPStatus
from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from pydantic.json_schema import models_json_schema

from benchlab.api.shapes import Refusal

REFUSED = (401, 403, 404, 409, 422, 429)
SHAPES = "#/components/schemas/{model}"


class DocumentedAPI(NinjaAPI):
    """Declared with the operations, ninja would make hundreds of equal models, a quarter of each process's start."""

    def get_openapi_schema(self, **given: Any) -> OpenAPISchema:
        document = super().get_openapi_schema(**given)
        shape = {"$ref": SHAPES.format(model=Refusal.__name__)}
        for operations in document["paths"].values():
            for operation in operations.values():
                operation["responses"] |= {status: _answer(status, shape) for status in REFUSED}
        shapes = models_json_schema([(Refusal, "serialization")], ref_template=SHAPES)[1]
        document["components"]["schemas"] |= shapes["$defs"]
        return document


def _answer(status: int, shape: dict[str, str]) -> dict[str, Any]:
    return {"description": HTTPStatus(status).phrase, "content": {"application/json": {"schema": shape}}}
