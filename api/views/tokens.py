"""A program's tokens, made and revoked by the account they act for."""

from datetime import UTC

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import queries
from accounts.models import ApiToken
from accounts.services import tokens
from api.authentication import refuse_tokens, require_fresh_sign_in
from api.base import SignedIn, parse, respond
from api.fields import Input, Nothing, Text
from api.schema import described
from api.throttles import MakingTokens


class Token(serializers.Serializer[ApiToken]):
    """A token in its owner's list; its text is stored nowhere."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scope = serializers.CharField()
    made_at = serializers.DateTimeField(default_timezone=UTC)
    expires_at = serializers.DateTimeField(default_timezone=UTC, allow_null=True)
    last_used_on = serializers.DateField(allow_null=True)
    revoked_at = serializers.DateTimeField(default_timezone=UTC, allow_null=True)


class NewToken(Token):
    """A token with its secret, which is shown this once."""

    token = serializers.CharField()


class TokenRequest(Input):
    name = Text(max_length=80, help_text="What will use it.")
    scope = serializers.ChoiceField(
        choices=["read", "write"],
        required=False,
        help_text="`read`: it asks and changes nothing. Without it: `write`.",
    )
    days = serializers.IntegerField(
        min_value=1,
        max_value=3650,
        required=False,
        help_text="After so many days it is of no use. Without it: until it is revoked.",
    )


class TokenViewSet(SignedIn):
    tag = "tokens"

    def get_throttles(self) -> list[MakingTokens]:
        return [MakingTokens()] if self.request.method == "POST" else []

    @described(Token(many=True), operation_id="tokens.index.get")
    def index(self, request: Request) -> Response:
        """List your tokens, without their secrets."""
        return respond(Token, queries.tokens_of(user=request.user))

    @described(NewToken, body=TokenRequest, status=201, operation_id="tokens.index.post")
    def make(self, request: Request) -> Response:
        """Create a token. Its secret is in this answer only. Needs a session that began in the
        last ten minutes (else 403 `sign_in_again`): a token makes no others."""
        refuse_tokens(request)
        asked = parse(TokenRequest, request.data)
        require_fresh_sign_in(request)
        token, raw = tokens.make(user=request.user, **asked)
        return Response({**Token(token).data, "token": raw}, status=201)

    @described(Token, body=Nothing)
    def revoke(self, request: Request, token_id: int) -> Response:
        """Revoke a token at once."""
        parse(Nothing, request.data)
        token = tokens.revoke(user=request.user, token_id=token_id)
        return respond(Token, token)
