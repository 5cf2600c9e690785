import { letterheadOf } from './letterhead.ts';

const NOTHING = {
  name: '',
  routingNumber: null,
  charterNumber: null,
  addressLines: [],
  contactName: null,
  contactPhone: null,
  contactEmail: null,
};

describe('the letterhead of an institution', () => {
  it('says what is stated, one matter a line', () => {
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

  it('is the name alone when nothing else is stated, and nothing without a name', () => {
    expect(letterheadOf({ ...NOTHING, name: 'Harbor Light' })).toEqual({ name: 'Harbor Light', lines: [] });
    expect(letterheadOf({ ...NOTHING, routingNumber: '021000021' })).toBeNull();
  });
});
