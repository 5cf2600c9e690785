import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LoggedRequest {
  method: string;
  route: string;
  status: number;
}

/** The requests the gateway of an installation has answered so far. */
export function loggedRequests(dataDirectory: string): LoggedRequest[] {
  return readFileSync(join(dataDirectory, 'logs', 'gateway.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as LoggedRequest);
}
