import { planPage } from './members.repository.ts';

const FIRST = { limit: 50, offset: 0 };
const MEMBERS = 250_000;

it('a page of members is read by walking the index when all members match', () => {
  expect(planPage(FIRST, { total: MEMBERS, members: MEMBERS, isSlow: false })).toEqual({ way: 'walk' });
});

it('a page of members is gathered when there are few matches, wherever they are', () => {
  for (const isSlow of [true, false])
    expect(planPage(FIRST, { total: 300, members: MEMBERS, isSlow })).toEqual({ way: 'gather' });
});

it('a page of members with more matches is gathered if that costs less than an unexpectedly long walk', () => {
  expect(planPage(FIRST, { total: 14_000, members: MEMBERS, isSlow: false })).toEqual({ way: 'gather' });
  expect(planPage(FIRST, { total: 15_000, members: MEMBERS, isSlow: false })).toEqual({ way: 'walk' });
});

it('a walk with slow steps through the members is limited to sixteen times the expected length', () => {
  expect(planPage(FIRST, { total: 25_000, members: MEMBERS, isSlow: true })).toEqual({
    way: 'walk a while',
    steps: 16 * 500,
  });
});

it('a page of members far from the start is gathered rather than walked to', () => {
  const far = { limit: 50, offset: 10_000 };
  expect(planPage(far, { total: 25_000, members: MEMBERS, isSlow: true })).toEqual({ way: 'gather' });
});
