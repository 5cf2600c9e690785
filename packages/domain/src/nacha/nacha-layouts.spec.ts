import * as fc from 'fast-check';
import {
  addendaLayoutOf,
  CONTESTED_RETURN_ADDENDA,
  DISHONORED_RETURN_ADDENDA,
  IAT_RETURN_ADDENDA,
  NOTIFICATION_OF_CHANGE,
  REFUSED_NOTIFICATION,
  RETURN_ADDENDA,
} from './addenda-layouts.ts';
import {
  ADV_BATCH_CONTROL,
  ADV_FILE_CONTROL,
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY_LAYOUTS,
  FILE_CONTROL,
  FILE_HEADER,
  fieldOf,
  IAT_BATCH_HEADER,
  type Layout,
  layout,
  valuesOf,
} from './nacha-layouts.ts';
import { renderRecord } from './testing/nacha-fixtures.ts';

const ADDENDA = ['02', '05', '10', '11', '12', '13', '14', '15', '16', '17', '18'].map((type) => {
  const found = addendaLayoutOf(`7${type}`, { isIat: false });
  if (found === null) throw new Error(`no layout for addenda ${type}`);
  return found;
});
const LAYOUTS: readonly Layout[] = [
  FILE_HEADER,
  FILE_CONTROL,
  ADV_FILE_CONTROL,
  BATCH_HEADER,
  IAT_BATCH_HEADER,
  BATCH_CONTROL,
  ADV_BATCH_CONTROL,
  ...Object.values(ENTRY_LAYOUTS),
  ...ADDENDA,
  NOTIFICATION_OF_CHANGE,
  REFUSED_NOTIFICATION,
  RETURN_ADDENDA,
  IAT_RETURN_ADDENDA,
  DISHONORED_RETURN_ADDENDA,
  CONTESTED_RETURN_ADDENDA,
];

describe('NACHA record layouts', () => {
  test.each(LAYOUTS.map((one) => [one.title, one] as const))(
    'the NACHA record layout %s returns its values byte for byte',
    (_, one) => {
      const values = fc.record(
        Object.fromEntries(
          one.fields.map(({ name, from, to, kind }) => {
            const width = to - from + 1;
            if (kind === 'flag') return [name, fc.constantFrom('0', '1')];
            if (kind === 'digits')
              return [
                name,
                fc
                  .array(fc.integer({ min: 0, max: 9 }).map(String), { minLength: width, maxLength: width })
                  .map((digits) => digits.join('')),
              ];
            return [
              name,
              fc
                .string({ minLength: 1, maxLength: width, unit: 'grapheme-ascii' })
                .map((text) => text.replace(/^ /, '.')),
            ];
          }),
        ),
      );
      fc.assert(
        fc.property(values, (contents) => {
          const record = renderRecord(one, contents);
          expect(record).toHaveLength(94);
          expect(record).toMatch(one.pattern);
          const read = valuesOf(one, record);
          expect(read.join('')).toBe(record);
          expect(
            read.map(
              (text, index) =>
                (/^\d+$/.test(text) ? text : text.trimEnd()) ===
                (contents[one.fields[index]?.name ?? ''] ?? '').trimEnd(),
            ),
          ).not.toContain(false);
        }),
        { numRuns: 30 },
      );
    },
  );

  // Nacha Operating Rules, Appendix Three.
  test.each([
    ['amount', ENTRY_LAYOUTS.default, 30, 39],
    ['name', ENTRY_LAYOUTS.default, 55, 76],
    ['name', ENTRY_LAYOUTS.ctx, 59, 74],
    ['name', ENTRY_LAYOUTS.cie, 40, 61],
    ['identification', ENTRY_LAYOUTS.cie, 62, 76],
    ['account', ENTRY_LAYOUTS.iat, 40, 74],
    ['amount', ENTRY_LAYOUTS.adv, 28, 39],
    ['checkSerialNumber', ENTRY_LAYOUTS.pop, 40, 48],
    ['creditCents', BATCH_CONTROL, 33, 44],
    ['creditCents', ADV_BATCH_CONTROL, 41, 60],
    ['debitCents', FILE_CONTROL, 32, 43],
    ['creditCents', ADV_FILE_CONTROL, 52, 71],
    ['settlementDate', BATCH_HEADER, 76, 78],
    ['entryDescription', IAT_BATCH_HEADER, 54, 63],
    ['originalTraceNumber', RETURN_ADDENDA, 7, 21],
    ['correctedData', NOTIFICATION_OF_CHANGE, 36, 70],
    ['changeCode', REFUSED_NOTIFICATION, 65, 67],
    ['dishonoredTraceNumber', CONTESTED_RETURN_ADDENDA, 59, 73],
  ])('the NACHA record field %s is in its columns', (name, one, from, to) => {
    expect(fieldOf(one, name)).toMatchObject({ from, to });
  });

  test('a NACHA record layout with a gap, an overlap or an early end is rejected at startup', () => {
    expect(() => layout('gap', 'a 1-3, b 5-94')).toThrow(/b must begin at column 4/);
    expect(() => layout('overlap', 'a 1-3, b 3-94')).toThrow(/column 4/);
    expect(() => layout('end', 'a 1-93')).toThrow(/column 94/);
    expect(() => layout('none', 'a 1-0, b 1-94')).toThrow(/a must begin at column 1/);
    expect(() => layout('kind', 'a 1-94 figures')).toThrow(/must begin at column 1/);
    expect(() => fieldOf(BATCH_HEADER, 'amount')).toThrow(/batch header has no field amount/);
  });

  test.each([
    ['798C61', REFUSED_NOTIFICATION],
    ['798C69', REFUSED_NOTIFICATION],
    ['798C01', NOTIFICATION_OF_CHANGE],
    ['799R61', DISHONORED_RETURN_ADDENDA],
    ['799R70', DISHONORED_RETURN_ADDENDA],
    ['799R71', CONTESTED_RETURN_ADDENDA],
    ['799R77', CONTESTED_RETURN_ADDENDA],
    ['799R78', RETURN_ADDENDA],
    ['799R16', RETURN_ADDENDA],
    ['797R01', null],
    ['7  ', null],
  ])('addenda records beginning with %s have their layout', (beginning, one) => {
    expect(addendaLayoutOf(beginning, { isIat: false })).toBe(one);
  });

  test('a return of an international entry has its own layout, a dishonored return does not', () => {
    expect(addendaLayoutOf('799R01', { isIat: true })).toBe(IAT_RETURN_ADDENDA);
    expect(addendaLayoutOf('799R61', { isIat: true })).toBe(DISHONORED_RETURN_ADDENDA);
  });
});
