"""The sending side of UMA by the public Python SDK, unchanged: one command as JSON on stdin, its result as JSON on stdout."""
import json
import sys
from datetime import datetime, timedelta, timezone

from uma.nonce_cache import InMemoryNonceCache
from uma.protocol.kyc_status import KycStatus
from uma.protocol.post_tx_callback import UtxoWithAmount
from uma.protocol.settlement import SettlementInfo
from uma.uma import (
    create_compliance_payer_data,
    create_pay_request,
    create_post_transaction_callback,
    create_uma_lnurlp_request_url,
    parse_lnurlp_response,
    parse_pay_req_response,
    parse_pubkey_response,
    verify_pay_req_response_signature,
    verify_uma_lnurlp_response_signature,
)


def nonces():
    return InMemoryNonceCache(datetime.now(timezone.utc) - timedelta(minutes=5))


def lookup(said):
    return create_uma_lnurlp_request_url(
        signing_private_key=bytes.fromhex(said["privateKey"]),
        receiver_address=said["receiver"],
        sender_vasp_domain=said["domain"],
        is_subject_to_travel_rule=True,
        uma_version_override=said.get("version"),
    )


def request(said):
    keys = parse_pubkey_response(said["keys"])
    answer = parse_lnurlp_response(said["answer"])
    verify_uma_lnurlp_response_signature(answer, keys, nonces())
    compliance = create_compliance_payer_data(
        receiver_encryption_pubkey=keys.get_encryption_pubkey(),
        signing_private_key=bytes.fromhex(said["privateKey"]),
        payer_identifier=said["sender"],
        travel_rule_info="whatever two institutions agreed on",
        payer_kyc_status=KycStatus.VERIFIED,
        payer_utxos=[],
        payer_node_pubkey=None,
        utxo_callback="",
    )
    layer = said.get("layer")
    return create_pay_request(
        receiving_currency_code=said["currency"],
        amount=said["amount"],
        is_amount_in_receiving_currency=said["inCurrency"],
        payer_identifier=said["sender"],
        uma_major_version=said["major"],
        payer_name=said["name"],
        payer_email=None,
        payer_compliance=compliance,
        comment=said.get("comment"),
        settlement_info=SettlementInfo(layer, said["currency"]) if layer else None,
    ).to_json()


def agreed(said):
    response = parse_pay_req_response(said["answer"])
    keys = parse_pubkey_response(said["keys"])
    verify_pay_req_response_signature(said["sender"], said["receiver"], response, keys, nonces())
    return response.encoded_invoice


def callback(said):
    return create_post_transaction_callback(
        utxos=[UtxoWithAmount(said["invoice"], said["amount"])],
        vasp_domain=said["domain"],
        signing_private_key=bytes.fromhex(said["privateKey"]),
    ).to_json()


command = json.load(sys.stdin)
print(json.dumps({"lookup": lookup, "request": request, "agreed": agreed, "callback": callback}[command["do"]](command)))
