import { namesInPrompt } from './names-in-prompt.ts';
import { typesOf, understand } from './understand.ts';

describe('a question', () => {
  test.each([
    ['Why did credits fall?', ['money', 'reasons']],
    ['Which alerts are open?', ['alerts']],
    ['Show returns of WEB debits', ['money', 'classes', 'returns']],
    ['international payments by company', ['money', 'companies', 'international']],
    ['Any structuring?', ['alerts']],
    ['monthly trend', ['months']],
    ['Do we depend on a single employer?', ['companies', 'concentration']],
    ['What is the weather?', []],
  ])('"%s" is about %j', (prompt, topics) => {
    expect(understand(prompt).topics).toEqual(topics);
  });

  test('names SEC codes in capitals only, and categories of alerts', () => {
    expect(understand('PPD and web')).toMatchObject({ classes: ['PPD'] });
    expect(understand('mules, kiting and take-overs').categories).toEqual([
      'Account Takeover',
      'Kiting & Manipulation',
      'Money Mule Activity',
    ]);
    expect(typesOf(['Structuring'])).toEqual(['structuring', 'round_amount_structuring']);
  });

  test('asks for what no ledger of ACH entries holds', () => {
    expect(understand('What will balances be next month, by age?').beyond).toEqual([
      'balances',
      'what will happen',
      'persons’ age, sex, origin or faith',
    ]);
    expect(understand('CASH APP and the cash flow').beyond).toEqual([]);
  });
});

describe('names in a question', () => {
  test('are looked for among members, companies and accounts', () => {
    const names = namesInPrompt(
      "How much did Ruth Miller get from Acme Payroll? Account 680247970, ***4570, O'Neil's",
    );
    expect(names.memberKeys).toContain('RUTH|MILLER');
    expect(names.companies).toContain('ACME PAYROLL');
    expect(names.companyPrefixes).toContain('ACME PAYROLL');
    expect(names.accountNumbers).toEqual(['680247970']);
    expect(names.accountEnds).toEqual(['4570']);
    expect(names.looksLikeName).toEqual(['Ruth Miller', 'Acme Payroll']);
  });

  test('are neither months nor the words that begin a question', () => {
    const names = namesInPrompt('Show March. Which Members? In August why');
    expect(names.looksLikeName).toEqual([]);
    expect(names.companyPrefixes).toEqual(['MEMBERS']);
  });

  test('do not reach over the end of a sentence', () => {
    expect(namesInPrompt('Ask Ruth. Miller knows').memberKeys).not.toContain('RUTH|MILLER');
  });
});
