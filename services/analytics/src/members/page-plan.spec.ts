import { planPage } from './members.repository.ts';

const FIRST = { limit: 50, offset: 0 };
const MEMBERS = 250_000;

it('a page of members is read by walking the index when all members match', () => {
  expect(planPage(FIRST, { total: MEMBERS, members: MEMBERS, isSlow: false })).toEqual({ way: 'walk' });
});

it('a page of members is read by sorting all matches when there are few, wherever they are', () => {
  for (const isSlow of [true, false])
    expect(planPage(FIRST, { total: 300, members: MEMBERS, isSlow })).toEqual({ way: 'gather' });
});

it('a page of members is read by sorting more matches if that costs less than an unexpectedly long index walk', () => {
  expect(planPage(FIRST, { total: 14_000, members: MEMBERS, isSlow: false })).toEqual({ way: 'gather' });
  expect(planPage(FIRST, { total: 15_000, members: MEMBERS, isSlow: false })).toEqual({ way: 'walk' });
});

it('an index walk with slow steps through the members is limited to sixteen times the expected length', () => {
  expect(planPage(FIRST, { total: 25_000, members: MEMBERS, isSlow: true })).toEqual({
    way: 'walk a while',
    steps: 16 * 500,
  });
});

it('a page of members far from the start is read by sorting all matches instead of walking the index', () => {
  const far = { limit: 50, offset: 10_000 };
  expect(planPage(far, { total: 25_000, members: MEMBERS, isSlow: true })).toEqual({ way: 'gather' });
});
