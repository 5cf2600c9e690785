import { aHistory } from '../testing/a-history.ts';
import { isCardPayment } from './is-card-payment.ts';

function paysCard(company: string): boolean {
  return aHistory().debit('5.00').from(company).entries().every(isCardPayment);
}

describe('the bill of a card', () => {
  test.each([
    'FIRST CREDIT CARD',
    'CHASE CREDIT CRD',
    'WELLS CREDIT CD',
    'CHASE CRD AUTOPAY',
    'CARDMEMBER SERV',
    'TOTAL CARD',
    'AMEX EPAYMENT',
    'CITI CARD ONLINE',
    'CITI CARDS',
    'CITIBANK CRDS',
    'CITIBANK CARD',
    'SYNCHRONY BANK PMT',
    'SYNCHRONY PMT',
    'DISCOVER E-PAYMENT',
    'CAPITAL ONE CRCARDPMT',
  ])('is paid by %s', (company) => {
    expect(paysCard(company)).toBe(true);
  });

  test.each([
    'CAPITAL ONE AUTO FINANCE',
    'CAPITAL ONE LOAN',
    'DISCOVER LOANS',
    'DISCOVER STUDENT',
    'SYNCHRONY BANK SAVINGS',
    'CITI MORTGAGE',
    'POSTCARD SHOP',
    'CREDIT CAFE',
  ])('is not what %s collects', (company) => {
    expect(paysCard(company)).toBe(false);
  });

  test('is a debit', () => {
    expect(aHistory().credit('5.00').from('AMEX EPAYMENT').entries().some(isCardPayment)).toBe(false);
  });
});
