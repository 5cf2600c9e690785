import { readInWords, type Worded } from './words-of.ts';

/** How banks shorten TRANSFER where `isMovable` does not read it. */
const TRANSFER_WORDS = /\b(?:TRNSFR|TRNSFER|TRANSFR|TRSF|TFR|XFR|EXT TRF)\b/;
const BANK_NAME =
  /\b(?:BANK|BANKING|BANCORP|SAVINGS|CREDIT UNION|FCU|TRUST|CHECKING|BROKERAGE|BROKERS)\b|\w{3}BANK\b/;
/** What else a bank collects or pays out: nothing of it moves one's own money to and fro. */
const OTHER_BUSINESS =
  /CARD|\bCRD\b|\bLOANS?\b|\bMTG\b|\bMORTG|\bINS(?:URANCE)?\b|\bPREM|\bDIVIDEND|\bRENT\b|\bTAX\b/;

const namesTransfer = readInWords(
  (words) => TRANSFER_WORDS.test(words) || (BANK_NAME.test(words) && !OTHER_BUSINESS.test(words)),
);

/** Whether an entry moves money between accounts: wallets and transfers by their words, banks by their name. */
export function isTransferType({ entry, isMovable }: { entry: Worded; isMovable: boolean }): boolean {
  return isMovable || namesTransfer(entry);
}
