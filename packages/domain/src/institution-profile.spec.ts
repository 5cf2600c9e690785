import type { InstitutionFields } from '@clearwatch/contracts/institution.dto';
import { institutionProblems, letterheadOf, normalizeInstitution } from './institution-profile.ts';

const fields = (over: Partial<InstitutionFields> = {}): InstitutionFields => ({
  name: 'Harbor Light Credit Union',
  routingNumber: '021000021',
  charterNumber: '24212',
  addressLines: ['1 Wharf Street', 'Anytown, NY 10001'],
  contactName: null,
  contactPhone: '(555) 010-0100 ext. 12',
  contactEmail: 'compliance@example.org',
  displayTimeZone: null,
  ...over,
});
const problemOf = <Field extends keyof InstitutionFields>(field: Field, value: InstitutionFields[Field]) =>
  institutionProblems(fields({ [field]: value }))[field];

describe('institution profile', () => {
  it('an institution profile is valid when complete, and with only a name', () => {
    expect(institutionProblems(fields())).toEqual({});
    expect(
      institutionProblems({
        name: 'X',
        routingNumber: null,
        charterNumber: null,
        addressLines: [],
        contactName: null,
        contactPhone: null,
        contactEmail: null,
        displayTimeZone: null,
      }),
    ).toEqual({});
  });

  it('an institution profile reports every invalid field', () => {
    expect(
      Object.keys(
        institutionProblems({
          name: '',
          routingNumber: '1',
          charterNumber: 'A',
          addressLines: ['a', 'b', 'c', 'd', 'e'],
          contactName: 'x'.repeat(101),
          contactPhone: 'call us',
          contactEmail: 'no address',
          displayTimeZone: null,
        }),
      ),
    ).toEqual([
      'name',
      'routingNumber',
      'charterNumber',
      'addressLines',
      'contactName',
      'contactPhone',
      'contactEmail',
    ]);
  });

  it.each([
    ['021000021', 'valid'],
    ['011401533', 'valid'],
    ['021000022', 'check digit'],
    ['201000021', 'check digit'],
    ['000000000', 'check digit'],
    ['02100002', 'nine digits'],
    ['0210000210', 'nine digits'],
    ['02100002١', 'nine digits'],
    ['', 'nine digits'],
  ])('an institution profile checks the routing number %j', (text, problem) => {
    expect(problemOf('routingNumber', text) ?? 'valid').toContain(problem);
  });

  it.each([
    ['1', true],
    ['68712', true],
    ['0', false],
    ['012', false],
    ['123456', false],
  ])('an institution profile checks the charter number %j', (text, isRight) => {
    expect(problemOf('charterNumber', text) === undefined).toBe(isRight);
  });

  it.each([
    ['a@b.co', true],
    ['bsa.office@cu.example.org', true],
    ['a@b', false],
    ['a b@c.de', false],
    ['Compliance <a@b.co>', false],
    ['a@b..co', false],
    [`${'a'.repeat(249)}@b.co`, true],
    [`${'a'.repeat(250)}@b.co`, false],
    ['a\u202e@b.co', false],
    ['a@b.co,c@d.ef', false],
    ['', false],
  ])('an institution profile checks the email address %j', (text, isRight) => {
    expect(problemOf('contactEmail', text) === undefined).toBe(isRight);
  });

  it.each([
    ['555-0100', true],
    ['+1 (555) 010-0100', true],
    ['555-010', false],
    ['555-0100x5', true],
    ['555-0100 EXT. 123456', true],
    ['555-0100 ext 1234567', false],
    ['1'.repeat(30), true],
    ['1'.repeat(31), false],
    ['tel 555-0100', false],
    ['-------', false],
    ['555 0100 ask for compliance', false],
  ])('an institution profile checks the phone number %j', (text, isRight) => {
    expect(problemOf('contactPhone', text) === undefined).toBe(isRight);
  });

  it('an institution profile rejects unprintable characters and texts that are too long', () => {
    expect(problemOf('name', 'Harbor\u202eLight')).toContain('cannot be printed');
    expect(problemOf('name', 'Harbor\nLight')).toContain('cannot be printed');
    expect(problemOf('addressLines', ['1 Wharf\0Street'])).toContain('cannot be printed');
    expect(problemOf('name', 'x'.repeat(100))).toBeUndefined();
    expect(problemOf('name', 'x'.repeat(101))).toBe('Use at most 100 characters.');
    expect(problemOf('name', '\ud800')).toContain('cannot be printed');
    expect(problemOf('addressLines', ['x'.repeat(80)])).toBeUndefined();
    expect(problemOf('addressLines', ['x'.repeat(81)])).toBe('Use at most 80 characters.');
    expect(problemOf('addressLines', ['valid', 'x'.repeat(81)])).toBe('Use at most 80 characters.');
    expect(problemOf('addressLines', ['a', 'b', 'c', 'd'])).toBeUndefined();
    expect(problemOf('addressLines', ['a', 'b', 'c', 'd', 'e'])).toBe('An address can have at most 4 lines.');
  });

  it('an institution profile is trimmed, and its empty fields become null', () => {
    expect(
      normalizeInstitution({
        name: ' Harbor  Light ',
        routingNumber: ' 021000021 ',
        charterNumber: ' ',
        addressLines: ['', ' 1 Wharf Street ', '  '],
        contactName: ' Lena ',
        contactPhone: '',
        contactEmail: null,
        displayTimeZone: null,
      }),
    ).toEqual({
      name: 'Harbor  Light',
      routingNumber: '021000021',
      charterNumber: null,
      addressLines: ['1 Wharf Street'],
      contactName: 'Lena',
      contactPhone: null,
      contactEmail: null,
      displayTimeZone: null,
    });
  });
});

const NOTHING = {
  name: '',
  routingNumber: null,
  charterNumber: null,
  addressLines: [],
  contactName: null,
  contactPhone: null,
  contactEmail: null,
};

describe('letterhead', () => {
  it('an institution’s letterhead shows address, numbers and contact on one line each', () => {
    expect(
      letterheadOf({
        name: 'Harbor Light Credit Union',
        routingNumber: '021000021',
        charterNumber: '24212',
        addressLines: ['1 Wharf Street', 'Anytown, NY 10001'],
        contactName: 'Lena Sample',
        contactPhone: '(555) 010-0100',
        contactEmail: 'compliance@example.org',
      }),
    ).toEqual({
      name: 'Harbor Light Credit Union',
      lines: [
        '1 Wharf Street · Anytown, NY 10001',
        'ABA 021000021 · NCUA charter 24212',
        'Compliance: Lena Sample, (555) 010-0100, compliance@example.org',
      ],
    });
  });

  it('an institution’s letterhead is only the name without other fields, and null without a name', () => {
    expect(letterheadOf({ ...NOTHING, name: 'Harbor Light' })).toEqual({ name: 'Harbor Light', lines: [] });
    expect(letterheadOf({ ...NOTHING, routingNumber: '021000021' })).toBeNull();
  });
});
