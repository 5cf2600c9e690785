import { isWitnessed, needsWitness } from './witness.ts';

describe('a cell of a picture', () => {
  test.each([
    ['Account Number', '2002003001'],
    ['Amount', '$35.80'],
    ['Debit', '8.00'],
    ['Name', 'SMITH JOHN II'],
    ['Name', 'SMITH, JOHN Ill'],
    ['Name', 'SMITH, JOHN I'],
    ['Company', 'ACME HOLDINGS III'],
  ])('needs another program to say the same: %s %s', (label, text) => {
    expect(needsWitness(text, label)).toBe(true);
  });

  test.each([
    ['Name', 'SMITH, JOHN B'],
    ['Company', 'BOB IS SO LLC'],
    ['Type', 'Credit'],
    ['Amount', '24.67'],
    ['Posting Date', '08/03/2026'],
    ['', '10.00'],
  ])('needs none when its signs are told apart, or others check them: %s %s', (label, text) => {
    expect(needsWitness(text, label)).toBe(false);
  });

  test.each([
    ['Amount', '1,385.00', '1,385.00'],
    ['Amount', '$1,385.00', 'S1,385.00'],
    ['Amount', '1,385.00', '1, 385.00'],
    ['Amount', '$572.11', '$5721 1'],
    ['Account Number', '2002003001', "'2002003001"],
    ['Name', 'SMITH, JOHN II', 'SMITH, JOHN ll'],
    ['Name', 'SMITH, JOHN I', 'SMITH, JOHN l'],
  ])('is confirmed: %s %s by %s', (label, text, witness) => {
    expect(isWitnessed(text, witness, label)).toBe(true);
  });

  test.each([
    ['Amount', '1,385.00', '1,335.00'],
    ['Amount', '1,385.00', 'S1,385.00'],
    ['Amount', '5.00', '$.00'],
    ['Amount', '5572.11', '$572.11'],
    ['Account Number', '20020034S1', '2002003451'],
    ['Account Number', '2002003001', ''],
    ['Name', 'SMITH, JOHN II', 'SMITH, JOHN III'],
    ['Name', 'SMITH, JOHN I', 'SMITH, JOHN II'],
    ['Name', 'SMITH, JOHN Ill', 'SMITH, JOHN Ill'],
    ['Name', 'SMITH, JOHN 11', 'SMITH, JOHN 11'],
  ])('is not confirmed: %s %s by %s', (label, text, witness) => {
    expect(isWitnessed(text, witness, label)).toBe(false);
  });
});
