import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';
import { type Finding, well, wrong } from './finding.ts';

/** Whether this is the Node that the project pins. */
export function checkNode(running = process.versions.node): Finding[] {
  const manifest = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    dependencies: { node: string };
  };
  const pinned = manifest.dependencies.node;
  return running === pinned
    ? [well('Node', `${running}, as pinned`)]
    : [
        wrong(
          'Node',
          `this is ${running}, the project pins ${pinned}`,
          'Run it by npm run doctor; if it is, run npm ci.',
        ),
      ];
}
