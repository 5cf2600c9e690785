import { COVERAGE_MAPS, taggedTests, testsNamedIn } from './coverage.ts';

const TESTS = taggedTests();

describe.each(Object.entries(COVERAGE_MAPS))('the [%s] tags', (tag, { requirements }) => {
  const ids = Object.keys(requirements.texts);

  it('every requirement of a coverage map is named by the tag of a test', () => {
    const shown = new Set(TESTS.filter((test) => test.tag === tag).map(({ id }) => id));
    expect(ids.filter((id) => !shown.has(id))).toEqual([]);
  });

  it('every requirement of a coverage map has a titled chapter', () => {
    const chapters = new Set(ids.map((id) => id.split('.')[0]));
    expect([...chapters]).toEqual(Object.keys(requirements.chapters));
  });
});

it('every tag in a test title names a requirement', () => {
  const known = new Set(
    Object.entries(COVERAGE_MAPS).flatMap(([tag, { requirements }]) =>
      Object.keys(requirements.texts).map((id) => `${tag} ${id}`),
    ),
  );
  expect(TESTS.filter(({ tag, id }) => !known.has(`${tag} ${id}`))).toEqual([]);
});

it.each([
  [`it('opens %s [spec 2.5]', () => {`, ['spec 2.5: opens %s']],
  [
    "it('admins\\' sessions [spec 2.5, 2.6] [fault 1.4]', () => {",
    ["spec 2.5: admins' sessions", "spec 2.6: admins' sessions", "fault 1.4: admins' sessions"],
  ],
  ['it(`takes ${COUNT} (seed %i) [security 3.2]`, () => {', ['security 3.2: takes ${COUNT} (seed %i)']],
  [`it('has an unknown id [security 7.2a]', () => {`, ['security 7.2a: has an unknown id']],
  [`it('has its tag [spec 2.5] before the end', () => {`, []],
])('the coverage check reads the tags of %s', (text, expected) => {
  expect(testsNamedIn('a.spec.ts', text).map(({ tag, id, title }) => `${tag} ${id}: ${title}`)).toEqual(expected);
});
