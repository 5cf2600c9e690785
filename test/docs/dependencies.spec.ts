import { dependencyRows } from '@clearwatch/infra-local/licenses/dependency-page';
import { DEPENDENCY_REASONS } from '@clearwatch/infra-local/licenses/dependency-reasons';
import { textOf } from './project-documents.ts';

describe('the page of dependencies', () => {
  it('is that of the manifests and the lock file; npm run licenses writes it anew', () => {
    const told = textOf('docs/dependencies.md')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| package '))
      .map((line) => line.slice(2, -2).split(' | ').slice(0, -1));
    expect(told).toEqual(dependencyRows().map(({ cells }) => cells));
  });

  it('gives a reason for each, and no reason for what is not there', () => {
    expect(Object.keys(DEPENDENCY_REASONS).toSorted()).toEqual(dependencyRows().map(({ name }) => name));
  });
});
