import { FAULTS } from './faults.ts';
import { FILES, textOf } from './project-documents.ts';
import { SECURITY_REQUIREMENTS } from './security-requirements.ts';
import { SPECIFICATION } from './specification.ts';

export const COVERAGE_MAPS = {
  spec: { title: 'Specification', requirements: SPECIFICATION },
  security: { title: 'Security requirements', requirements: SECURITY_REQUIREMENTS },
  fault: { title: 'Faults', requirements: FAULTS },
} as const;

export type CoverageTag = keyof typeof COVERAGE_MAPS;

/** A requirement named in a test title. */
export interface TaggedTest {
  file: string;
  title: string;
  tag: string;
  id: string;
}

/** A quoted test title with its tags at the end. Also matches "faults", to report that misspelling. */
const TAGGED_TITLE = /(['"`])((?:\\.|(?!\1)[^\\\n])*?)((?: \[(?:spec|security|faults?) [^\]\n]+\])+)\1/g;

/**
 * Every requirement named in a test title, in file order. A title with several tags occurs once for each requirement.
 */
export function taggedTests(): TaggedTest[] {
  return FILES.filter((file) => /(?:\.spec|-suites?)\.tsx?$/.test(file) && !file.startsWith('test/docs/'))
    .toSorted()
    .flatMap((file) => testsNamedIn(file, textOf(file)));
}

export function testsNamedIn(file: string, text: string): TaggedTest[] {
  return [...text.matchAll(TAGGED_TITLE)].flatMap(([, , title = '', tags = '']) =>
    [...tags.matchAll(/\[(\w+) ([^\]]+)\]/g)].flatMap(([, tag = '', ids = '']) =>
      ids.split(',').map((id) => ({ file, title: title.replaceAll(/\\(.)/g, '$1'), tag, id: id.trim() })),
    ),
  );
}
