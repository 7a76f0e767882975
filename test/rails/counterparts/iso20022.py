"""Counterpart of the ISO 20022 tests: reads and writes messages with pyiso20022 and xsdata."""
import importlib
import importlib.util
import json
import pathlib
import re
import sys
from decimal import Decimal

import pyiso20022
from lxml import etree
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.serializers import XmlSerializer
from xsdata.models.datatype import XmlDate, XmlDateTime

# By its file: the package around it imports pandas.
spec = importlib.util.spec_from_file_location("validation", pathlib.Path(pyiso20022.__file__).parent / "tools/validation.py")
validation = importlib.util.module_from_spec(spec)
spec.loader.exec_module(validation)


def module(kind):
    name = kind.replace(".", "_")
    return importlib.import_module(f"pyiso20022.{kind[:4]}.{name}.{name}")


def parsed(text):
    """Fails on elements, attributes and values that the schema of the message has not."""
    kind = re.search(r"tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})", text).group(1)
    document = XmlParser().from_string(text, module(kind).Document)
    result = validation.validate_message(document, strict=False)
    if not result.is_valid:
        raise SystemExit("\n".join(str(error) for error in result.errors))
    return kind, document


def read_orders(text):
    kind, document = parsed(text)
    initiation = document.cstmr_cdt_trf_initn
    (batch,) = initiation.pmt_inf
    return {
        "kind": kind,
        "id": initiation.grp_hdr.msg_id,
        "count": initiation.grp_hdr.nb_of_txs,
        "sum": str(initiation.grp_hdr.ctrl_sum),
        "debtor": batch.dbtr_acct.id.iban,
        "day": str(batch.reqd_exctn_dt.dt),
        "orders": [
            {
                "reference": order.pmt_id.end_to_end_id,
                "amount": str(order.amt.instd_amt.value),
                "currency": order.amt.instd_amt.ccy,
                "iban": order.cdtr_acct.id.iban,
                "name": order.cdtr.nm,
                "text": order.rmt_inf.ustrd[0],
            }
            for order in batch.cdt_trf_tx_inf
        ],
    }


def write_statement(given):
    c = module("camt.053.001.08")
    day = XmlDate.from_string(given["day"])

    def amount(cents):
        return c.ActiveOrHistoricCurrencyAndAmount(value=Decimal(abs(cents)) / 100, ccy="EUR")

    def side(cents):
        return c.CreditDebitCode.DBIT if cents < 0 else c.CreditDebitCode.CRDT

    def balance(code, cents):
        kind = c.BalanceType13(cd_or_prtry=c.BalanceType10Choice(cd=code))
        return c.CashBalance8(tp=kind, amt=amount(cents), cdt_dbt_ind=side(cents), dt=c.DateAndDateTime2Choice(dt=day))

    def entry(booking):
        details = c.EntryTransaction10(
            refs=c.TransactionReferences6(end_to_end_id=booking["endToEnd"]),
            amt=amount(booking["amount"]),
            cdt_dbt_ind=side(booking["amount"]),
            rmt_inf=c.RemittanceInformation16(ustrd=[booking["text"]]),
        )
        if "returned" in booking:
            details.rtr_inf = c.PaymentReturnReason5(rsn=c.ReturnReason5Choice(cd=booking["returned"]))
        return c.ReportEntry10(
            amt=amount(booking["amount"]),
            cdt_dbt_ind=side(booking["amount"]),
            sts=c.EntryStatus1Choice(cd="BOOK"),
            bookg_dt=c.DateAndDateTime2Choice(dt=day),
            bk_tx_cd=c.BankTransactionCodeStructure4(
                domn=c.BankTransactionCodeStructure5(
                    cd="PMNT", fmly=c.BankTransactionCodeStructure6(cd="ICDT", sub_fmly_cd="ESCT")
                )
            ),
            ntry_dtls=[c.EntryDetails9(tx_dtls=[details])],
        )

    made = XmlDateTime.from_string(given["day"] + "T20:00:00Z")
    opening = given["opening"]
    closing = opening + sum(booking["amount"] for booking in given["bookings"])
    statement = c.AccountStatement9(
        id="STMT-1",
        cre_dt_tm=made,
        acct=c.CashAccount39(id=c.AccountIdentification4Choice(iban=given["iban"]), ccy="EUR"),
        bal=[balance("OPBD", opening), balance("CLBD", closing)],
        ntry=[entry(booking) for booking in given["bookings"]],
    )
    document = c.Document(
        bk_to_cstmr_stmt=c.BankToCustomerStatementV08(grp_hdr=c.GroupHeader81(msg_id="M-1", cre_dt_tm=made), stmt=[statement])
    )
    text = XmlSerializer().render(document, ns_map={None: "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"})
    parsed(text)
    return text


# Packages that contain published schemas: of messages to a bank, of statements and notifications, of status reports.
SCHEMAS = {"pain.001": "sepaxml/schemas", "camt": "camt053/xsd", "pain.002": "pain001/pain002/schemas"}


def validate(text):
    """Against the published schema of the message."""
    kind = re.search(r"tech:xsd:([a-z]{4}\.\d{3}\.\d{3}\.\d{2})", text).group(1)
    package, *within = next(path for prefix, path in SCHEMAS.items() if kind.startswith(prefix)).split("/")
    folder = pathlib.Path(importlib.util.find_spec(package).origin).parent.joinpath(*within)
    schema = etree.XMLSchema(etree.parse(folder / f"{kind}.xsd"))
    if not schema.validate(etree.fromstring(text.encode())):
        raise SystemExit("\n".join(str(error) for error in schema.error_log))
    return kind


text = sys.stdin.read()
if sys.argv[1] == "read":
    print(json.dumps(read_orders(text)))
elif sys.argv[1] == "check":
    print(parsed(text)[0])
elif sys.argv[1] == "validate":
    print(validate(text))
else:
    print(write_statement(json.loads(text)))
