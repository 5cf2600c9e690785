import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockOwner } from '../instance-lock.ts';
import { postgresOn } from '../orphaned-postgres.ts';
import { ensureFree } from '../ports.ts';
import type { Settings } from '../settings.ts';
import { type Finding, note, well, wrong } from './finding.ts';
import { commandOf, type ServiceOnThisMachine, servicesOnThisMachine } from './running-processes.ts';
import { whoListensOn } from './who-listens.ts';

/** Who runs on these data, what an earlier run has left behind, and whether the port can be had. */
export async function checkProcesses({ dataDirectory, port, host }: Settings): Promise<Finding[]> {
  const owner = lockOwner(dataDirectory);
  const services = servicesOnThisMachine();
  const left = leftServices(services);
  if (owner !== null) return [well('application', `runs as process ${owner}`), ...left];
  return [
    note('application', `does not run on ${dataDirectory}`, 'Start it with npm start.'),
    ...left,
    ...leftLock(dataDirectory),
    ...leftPostgres(dataDirectory),
    await portFinding(port, host),
  ];
}

function leftServices(services: readonly ServiceOnThisMachine[]): Finding[] {
  return services
    .filter(({ supervisor }) => supervisor === null)
    .map(({ pid, name }) =>
      wrong('processes', `${name} (process ${pid}) runs without the process that started it`, `kill ${pid}`),
    );
}

function leftLock(dataDirectory: string): Finding[] {
  const file = join(dataDirectory, 'clearwatch.pid');
  return existsSync(file)
    ? [note('lock', `${file} is left from a start that was cut off`, 'The next npm start takes it over.')]
    : [];
}

function leftPostgres(dataDirectory: string): Finding[] {
  const pid = postgresOn(join(dataDirectory, 'postgres'));
  return pid === null
    ? []
    : [
        wrong(
          'processes',
          `PostgreSQL (process ${pid}) still runs on these data, without the application`,
          `The next npm start ends it and starts its own; to end it now: kill -INT ${pid}`,
        ),
      ];
}

async function portFinding(port: number, host: string): Promise<Finding> {
  try {
    await ensureFree(port, host);
    return well('port', `${port} is free`);
  } catch (error) {
    const holder = whoListensOn(port);
    const by = holder === null ? '' : ` It is process ${holder}: ${commandOf(holder)}`;
    const [says = '', ...remedy] = (error instanceof Error ? error.message : String(error)).split(/(?<=\.) /);
    return wrong('port', `${says}${by}`, remedy.join(' '));
  }
}
