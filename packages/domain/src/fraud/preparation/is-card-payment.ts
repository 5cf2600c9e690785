import type { Entry } from '../entry.ts';
import { readInWords } from './words-of.ts';

/** Issuers by the names that stand on payments of their cards; lenders of the same name are not meant. */
const CARDS =
  /\b(?:CREDIT C(?:A?R)?D|CRD|CARD(?:MEMBER)?|AMEX|AMERICAN EXPRESS|BARCLAYCARD|CITI(?:BANK)? C(?:A?R)DS?)\b|\b(?:CAPITAL ONE|DISCOVER|SYNCHRONY(?: BANK)?|COMENITY)\b(?! (?:AUTO|MORTGAGE|MTG|LOANS?|LENDING|BANK SAV|SAVINGS|STUDENT|PERSONAL))/;

const namesCard = readInWords((words) => CARDS.test(words));

/** Whether a debit pays a credit card's bill: its amount is whatever was bought. */
export function isCardPayment(entry: Entry): boolean {
  return entry.transactionType === 'Debit' && namesCard(entry);
}
