import { maskAccount } from './member-names.ts';

test.each([
  ['1000004321', '***4321'],
  ['21', '***21'],
  ['', '***0000'],
  [null, '***0000'],
])('the account %j is shown as %s [spec 2.6.12]', (account, masked) => {
  expect(maskAccount(account)).toBe(masked);
});
