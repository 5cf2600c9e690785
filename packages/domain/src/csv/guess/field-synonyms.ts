import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';

/**
 * What core systems, banks and spreadsheets call each field, letters and digits only, in lower case; the surest name first.
 * One name means one field: a header that could mean several ("type", "code") is decided by its values.
 */
const SYNONYMS: Readonly<Record<CsvField, string>> = {
  accountNumber: `
    accountnumber accountno accountnum accountnbr acctnumber acctno acctnum acctnbr acct account accountid
    acctid dfiaccountnumber dfiaccount dfiacct dfiacctnumber memberaccount memberaccountnumber memberacct
    shareaccount sharenumber receiveraccount receiveraccountnumber receivingaccount rdfiaccount
    rdfiaccountnumber customeraccount bankaccount bankaccountnumber depositaccount accountsuffix
  `,
  originalAccount: `
    originalaccount originalaccountnumber originalacct origaccount origacct origacctnumber accountasreceived
    rawaccount fileaccount rawaccountnumber
  `,
  fullName: `
    fullname name individualname receivername membername customername accountholder accountholdername
    accountname holder holdername receivingname receiver indname member customer nameonaccount accountowner
    ownername primaryname primarymembername recipient recipientname individualreceivername
    receivingcompanyname individual accounttitle
  `,
  firstName: 'firstname first fname givenname memberfirstname namefirst forename memfirst',
  middleInitial: 'middleinitial mi middle middlename minit namemiddle middleinit',
  lastName: 'lastname last lname surname familyname memberlastname namelast memlast',
  company: `
    company companyname originator originatorname originatingcompany originatingcompanyname coname conm
    merchant merchantname payee payor payer counterparty achcompany achcompanyname odfiname origname vendor
    vendorname employer companynm sendername sender
  `,
  amount: `
    amount amt transactionamount tranamount tranamt transamount transamt amountusd usdamount entryamount
    achamount dollaramount paymentamount netamount amountdollars itemamount txnamount
  `,
  debitAmount: `
    debitamount debit debits debitamt dramount dramt dr withdrawal withdrawals withdrawalamount moneyout
    amountdebit paidout withdrawalamt debitusd
  `,
  creditAmount: `
    creditamount credit credits creditamt cramount cramt cr deposit deposits depositamount moneyin
    amountcredit paidin depositamt creditusd
  `,
  transactionType: `
    transactiontype creditdebit debitcredit crdr drcr dc cd creditordebit debitorcredit crdrindicator
    drcrindicator creditdebitindicator debitcreditindicator dcindicator trantype transtype entrytype type
    txntype direction dcflag crdrflag drcrflag sign
  `,
  transactionCode: `
    transactioncode trancode transcode tc achtransactioncode achtrancode txncode entrycode code trncode
    nachacode
  `,
  postingDate: `
    postingdate postdate posteddate dateposted posted posting transactiondate trandate transdate txndate
    date entrydate processdate processingdate processeddate bookingdate bookdate postdt postingdt
    businessdate datetime transactiondatetime timestamp valuedate
  `,
  settlementDate: 'settlementdate settledate settleddate settlement settlementdt settle datesettled',
  effectiveDate:
    'effectivedate effective effdate effectiveentrydate effentrydate effectivedt effdt dateeffective',
  entryDescription: `
    entrydescription companyentrydescription description desc companydescription transactiondescription
    entrydesc companyentrydesc coentrydesc trandescription transdescription memo details narrative
    statementdescription purpose particulars trandesc transdesc
  `,
  class: `
    class seccode sec standardentryclass standardentryclasscode entryclass entryclasscode achclass classcode
    secclass achcode achtype secc stdentryclass
  `,
  checkTracerNumber: `
    checktracernumber tracenumber trace traceno tracenum tracenbr tracernumber tracer achtrace
    achtracenumber checktracer checktracerno traceid itemtrace tracenumberach
  `,
  batch: 'batch batchnumber batchno batchnum batchid batchnbr',
  addenda: `
    addenda addendum addendainformation addendainfo paymentrelatedinformation remittance
    remittanceinformation paymentinfo addendatext addendadata paymentrelatedinfo
  `,
  memberId: `
    memberid membernumber memberno membernum membernbr memnum mbr mbrnumber mbrno customerid customernumber
    cif cifnumber memberidentification
  `,
  routingNumber: `
    routingnumber routing rtn aba abanumber routingno transitnumber rdfi routingtransit rdfinumber
    routingtransitnumber receivingdfi rdfirouting bankrouting rt abarouting
  `,
};

const FIELD_OF: ReadonlyMap<string, { field: CsvField; rank: number }> = new Map(
  Object.entries(SYNONYMS).flatMap(([field, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name, rank): [string, { field: CsvField; rank: number }] => [
        name,
        { field: field as CsvField, rank },
      ]),
  ),
);

/** The field that a header names, and how sure that is (0 is surest); null when nobody calls a field so. */
export function fieldOfHeader(header: string): { field: CsvField; rank: number } | null {
  const words = header
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/\([^)]*\)/g, ' ');
  return FIELD_OF.get(words.replaceAll(/[^a-z0-9]+/g, '')) ?? null;
}
