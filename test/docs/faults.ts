import type { Requirements } from './specification.ts';

/**
 * Faults that Clearwatch must survive, and what happens. A test that causes a fault has the fault's number in its
 * title, for example `[fault 1.4]`. Tests in test/stack cause faults in real processes, the others in one service with
 * a real database and queue.
 */
export const FAULTS: Requirements = {
  chapters: {
    '1': 'Processes',
    '2': 'Queue',
    '3': 'Database and storage',
    '4': 'Clients',
    '5': 'External services and document parsing',
    '6': 'Clocks and calendar',
  },
  texts: {
    '1.1':
      'A worker is killed during an import, also several times in a row: nothing of the file is visible, and another worker takes the job within 20 seconds.',
    '1.2':
      'A worker is killed after its commit, before the queue is updated: the second run changes nothing and reports the counts of the first.',
    '1.3':
      'A worker is frozen beyond its lock and then continues: another worker ends its database session and stores the file, and later work of the frozen worker is rolled back.',
    '1.4':
      'A worker gets SIGTERM during an import: it returns the job to the queue, the sender gets 202, and the process exits cleanly.',
    '1.5':
      'The gateway and a service get SIGTERM while a response is pending: the response arrives complete, then both exit cleanly. Connections still open after eight seconds are closed.',
    '1.6': 'A proxy reuses a connection that was idle for long: the connection is still open.',
    '1.7': 'The queue is unavailable when a process gets SIGTERM: the process still exits.',
    '1.8':
      'The gateway is killed during an upload, or an export breaks off: the import continues, and the export has fewer rows than it announced.',
    '1.9':
      'The gateway is killed during an export of hundreds of thousands of rows: the response breaks off with fewer rows than it announced.',
    '1.10':
      'A job fails every time or kills every worker that runs it: the job is kept as failed with its reason, the system page counts it, its import or report is marked failed, and other jobs continue.',
    '1.11': 'A job is delivered twice: the second delivery changes nothing.',
    '1.12':
      'A service is down or hangs: its reads, and writes that were not sent yet, get 503 with Retry-After within five seconds. A write that was sent waits and is never reported as failed. All other services work, and the service recovers without help.',
    '1.13':
      'All parts, including database and queue, are restarted in any order, gracefully or by SIGKILL: every acknowledged file is stored and no other, no entry is stored twice, ledger and totals agree to the cent, every import and analysis ends, and the audit log is intact.',
    '1.14': 'The process of npm start is killed: services and database end with it, and the next start cleans up.',

    '2.1':
      'Redis is emptied, goes down or comes back empty: running work continues, and jobs that the tables list as open are queued again.',
    '2.2':
      'A Redis with append-only file, as in docker-compose.yml, is killed and restarted: every job that it acknowledged is still there.',
    '2.3': 'Redis reaches maxmemory: uploads are stored and answered 202, and imported once Redis has memory again.',
    '2.4':
      'Redis accepts connections but does not respond: the sender of a job gives up within seconds, and the user gets 202.',

    '3.1':
      'PostgreSQL or one of its sessions is killed during an import: nothing of the file is visible, requests get 503 and never "not signed in", the services recover without a restart, and the import runs again.',
    '3.2':
      'PostgreSQL recovers from a crash: /api/health reports it, the console also shows the progress, requests are refused immediately without one connection attempt each, and Clearwatch waits as long as recovery advances.',
    '3.3':
      'All processes are killed together, or only the PostgreSQL server while its sessions continue: the next start ends what still runs, and recovers.',
    '3.4':
      'The database is slow and no connection is free: requests get 503 with Retry-After within seconds, other services continue, and requests that already wait are answered.',
    '3.5':
      'Users start very large queries: at most two exports run per user and four in total, and a query ends when its client disconnects.',
    '3.6':
      'A service starts while the PostgreSQL of its queues is down: it waits, logs the reason once, and continues without a restart.',
    '3.7':
      'The disk is full, for uploads, tables or the write-ahead log: the user gets a message, no partial data or temporary file remains, and a later attempt succeeds.',
    '3.8':
      'A restore is killed: no process starts on the partial database, no restore runs into it, and the backup can be restored elsewhere.',
    '3.9':
      'The bucket of uploaded files does not respond or breaks off during a backup or restore: a broken transfer is resumed. Otherwise no backup or restore is made, and the reason is reported.',
    '3.10': 'Migrations run twice or simultaneously: the second run changes nothing.',

    '4.1':
      'The same file arrives six times simultaneously, or twenty files do: each entry is stored once, without a deadlock.',
    '4.2': 'The sender disconnects during an upload: neither an import nor bytes of the file remain.',
    '4.3': 'The client disconnects during an export: its query ends.',
    '4.4': '200 users sign in simultaneously and work: every sign-in succeeds, and reads are answered.',

    '5.1':
      'LlamaExtract answers 4xx, 5xx, a rate limit or invalid data, or never answers: the document fails with a message and can be tried again, and nothing is imported partially.',
    '5.2':
      'The document parser hangs, uses too much memory or is killed: its document fails, and the next one is read.',
    '5.3':
      'The language model is unavailable, slow, refuses, invents figures or breaks off: the rule-based report is stored with the reason.',

    '6.1':
      'The clock of a phone is 30 seconds late or further off: a code that is one step late is accepted. Other codes are refused with a hint to check the clock.',
    '6.2':
      'The clock of the server is set back or runs ahead: the audit log keeps its order, sealed months stay sealed, and nothing is deleted early.',
    '6.3': 'The clock moves while sessions exist: the idle limit and the seven-day limit hold.',
    '6.4':
      'The clocks of all processes jump 20 minutes ahead during an import, 40 minutes back and then to the right time: no user is signed out, this import and the next are stored once, and the audit log is intact.',
    '6.5': 'Months end, leap days occur, and a day depends on the time zone: totals of every period equal a recount.',
  },
};
