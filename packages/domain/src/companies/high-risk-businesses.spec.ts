import { companyKey } from '../detection/company-key.ts';
import { highRiskBusinessOf } from './high-risk-businesses.ts';

test.each([
  ['Coinbase.com', 'cryptocurrency'],
  ['CRYPTO.COM', 'cryptocurrency'],
  ['CryptoMarket24', 'cryptocurrency'],
  ['PokerStars', 'gambling'],
  ['Riverside Poker Room', 'gambling'],
  ['Sports Bet Online', 'gambling'],
  ['Sports Betting Co', 'gambling'],
  ['Check N Go', 'payday or cash advance'],
  ['Golden Nugget Casino LLC', 'gambling'],
  ['DraftKings Inc', 'gambling'],
  ['Title Loan Center', 'payday or cash advance'],
  ['Main Street Title Loans', 'payday or cash advance'],
  ['ACE Cash Express', 'payday or cash advance'],
  ['Western Union', 'money remittance'],
  ['Remitly Inc.', 'money remittance'],
])('%s is in a high-risk line of business: %s', (company, line) => {
  expect(highRiskBusinessOf(companyKey(company))).toBe(line);
});

test.each([
  'Cash App',
  'Rocket Mortgage Loans',
  'Coin Laundry Co',
  'BET Holdings',
  'Encryption Services',
  'Cryptography Books',
  'Kroger',
  'Tide Pay Daycare',
])('%s is in an ordinary line of business', (company) => {
  expect(highRiskBusinessOf(companyKey(company))).toBeNull();
});
