import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeFile } from '../docker/testing/compose-file.ts';
import { containerOf, KUBERNETES, manifestsIn, podsOf } from './testing/kubernetes-manifests.ts';

const compose = composeFile();
const applied = readFileSync(join(KUBERNETES, 'overlays/example/kustomization.yaml'), 'utf8');

function clockedIn(folder: string) {
  const manifests = manifestsIn(folder);
  const clocks = manifests.filter(({ kind }) => kind === 'CronJob');
  return {
    specs: clocks.map(({ spec }) => spec),
    args: podsOf(clocks).map(({ pod }) => containerOf(pod).args),
  };
}

describe('operator jobs on Kubernetes', () => {
  it('the Kubernetes backup job runs every night with the folder from docker-compose.yml, one backup at a time', () => {
    const { specs, args } = clockedIn('components/backup');
    expect(specs).toMatchObject([{ schedule: '0 2 * * *', concurrencyPolicy: 'Forbid' }]);
    expect(args).toEqual([compose.services['backup']?.command]);
    expect(applied).toContain('../../components/backup');
  });

  it('the example overlay for Kubernetes does not contain the restore', () => {
    expect(applied).not.toContain('restore');
  });

  it('the Kubernetes purge job runs immediately on request, without retries, and never on a schedule', () => {
    const { specs, args } = clockedIn('components/purge');
    expect(specs).toMatchObject([{ suspend: true, jobTemplate: { spec: { backoffLimit: 0 } } }]);
    expect(args).toEqual([['--now']]);
    expect(applied).toContain('../../components/purge');
  });
});
