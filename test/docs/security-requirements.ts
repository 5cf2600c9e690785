import type { Requirements } from './specification.ts';

/**
 * What must hold under attack, with ids from OWASP ASVS 5.0. A test that covers a requirement has its number in the
 * title, for example `[security 3.2]`.
 */
export const SECURITY_REQUIREMENTS: Requirements = {
  chapters: {
    '1': 'Sessions',
    '2': 'Codes and passwords',
    '3': 'Authorization',
    '4': 'Browser',
    '5': 'Logs, traces and the audit log',
    '6': 'Uploaded files',
  },
  texts: {
    '1.1':
      'The session id changes after the password and again after the two-factor code. Earlier ids no longer work. (ASVS 7.2.4)',
    '1.2':
      'Over TLS, the session cookie has the __Host- prefix and is Secure, HttpOnly and SameSite=Strict. (ASVS 3.3.1)',
    '1.3':
      'A session cookie with another name and without Secure is used only for plain HTTP on loopback. Production refuses to start without TLS in front of it. (ASVS 3.3)',
    '1.4':
      'A Secure cookie is never dropped silently: a request without TLS gets an error, and a gateway behind TLS does not start without TRUST_PROXY_HOPS. (ASVS 3.3)',
    '1.5': 'After sign-out, a copy of the session cookie no longer works. (ASVS 7.4.1)',
    '1.6':
      'After deactivation, demotion, a password or two-factor reset, session revocation or deletion, the next request of the user gets 401 in the whole application. (ASVS 7.4.2)',
    '1.7':
      'A session that has passed only the password gets 401 on every route except those that complete sign-in. (ASVS 6.3.3, 2.3.1)',
    '1.8':
      'A session ends after the idle limit, tested with a moved clock. Background requests of a page do not count as activity. (ASVS 7.3.1)',
    '1.9': 'A session ends after seven days, used or not, tested with a moved clock. (ASVS 7.3.2)',
    '1.10': 'Two-factor setup is refused for an account that already has it. (ASVS 7.5.1)',
    '1.11': 'Users can list and end their own sessions. Admins can list and end those of every user. (ASVS 7.5.2)',

    '2.1':
      'A two-factor code works only once, even when it arrives 20 times in parallel. The same holds for a recovery code. (ASVS 6.5.1)',
    '2.2': 'Only the codes of the current and the previous time step are accepted. (ASVS 6.5.5)',
    '2.3':
      'Two-factor secrets are encrypted and bound to the key and the user. A secret copied from another user fails. (ASVS 13.3.1)',
    '2.4': 'A database dump contains no two-factor secret, recovery code or password in plain text. (ASVS 13.3.1)',
    '2.5': 'The two-factor key and its QR code are served only while setup is pending. (ASVS 6.5)',
    '2.6': 'The failed-login counter counts all of 20 simultaneous failures. (ASVS 15.4.2)',
    '2.7': 'Sign-in attempts during a lockout do not extend it. (ASVS 6.3.1)',
    '2.8':
      'An unknown user, a wrong password, a locked account and an inactive account get the same response in the same time. (ASVS 6.3.8)',
    '2.9': 'Password characters beyond the first 72 bytes count. (ASVS 6.2.8)',
    '2.10': 'Common passwords are refused, without network access. (ASVS 6.2.4)',
    '2.11': 'There is no fixed default password. (ASVS 6.3.2)',
    '2.12':
      'A password reset leaves two-factor authentication on. Resetting two-factor authentication is a separate action. (ASVS 6.4.3)',
    '2.13': 'After sign-in, users see their last sign-in and the failed attempts since then. (ASVS 6.3.5)',
    '2.14': 'When 200 users sign in simultaneously, all succeed and reads are still answered. (ASVS 15.4)',

    '3.1':
      'Every route in the OpenAPI description is tested without a session, with an incomplete session, as User and as Admin. A route without an access rule fails the test. (ASVS 8.2.1)',
    '3.2': "Users cannot reach other users' data, such as their sessions. (ASVS 8.2.2)",
    '3.3': 'Roles are checked in the gateway and again in the service. (ASVS 8.3.1)',
    '3.4':
      'Admins cannot delete, demote or deactivate themselves or the last active admin, even with simultaneous requests. (ASVS 8.2)',
    '3.5': 'A request body with unknown fields is refused. (ASVS 15.3.3)',
    '3.6': 'A direct request to a service port gets 401, both without an identity and with a forged one. (ASVS 13.2.1)',
    '3.7': 'Identity headers sent by a browser are not forwarded to services. (ASVS 4.1.3)',
    '3.8':
      "Each service has its own database role, and cannot write to another service's schema. Only auth can read passwords and two-factor secrets. (ASVS 13.2.2)",
    '3.9':
      'No route bypasses the guards: the API documentation requires a session, and private routes are not available at the public port. (ASVS 8.3)',

    '4.1':
      'Cross-site forms, multipart forms, fetches and beacons to every route that changes data have no effect, tested in Chromium from another site and from another port of the same host. (ASVS 3.5.1, 3.5.3)',
    '4.2': 'Cross-site reads of the API leave no entry in the audit log. (ASVS 3.5.3)',
    '4.3': 'Cross-site requests are refused by Sec-Fetch-Site and Origin. (ASVS 3.5.1)',
    '4.4': 'JSON routes require the content type application/json. (ASVS 3.5.2)',
    '4.5':
      'Responses carry the exact content security policy with a new nonce each time, and the headers for nosniff, no-referrer, COOP and CORP. (ASVS 3.4.3, 3.4.8)',
    '4.6':
      'Another site cannot frame the application, read its content, or keep control of a window that it opened with it. (ASVS 3.4.6, 3.4.8)',
    '4.7': 'HSTS is sent behind TLS. On loopback, no header breaks plain HTTP. (ASVS 3.4.1)',
    '4.8': 'All responses under /api are sent with no-store. (ASVS 14.3.2)',
    '4.9': 'Sign-out sends Clear-Site-Data, and the Back button does not show the previous page. (ASVS 14.3.1)',
    '4.10':
      'Script stored in a company, member, addenda, description, file name, username or review note is shown as text and never runs. (ASVS 3.2.2, 1.3.5)',
    '4.11': 'Browser storage contains no personal data. (ASVS 14.3.3)',
    '4.12': '/.env, /.git/config and /api/auth/user/x.css return 404. (ASVS 13.4.1)',

    '5.1':
      'No log, including that of PostgreSQL, contains a password, code, cookie, two-factor secret, name, account number or file content. (ASVS 16.2.5)',
    '5.2':
      'The same holds for queues on both backends, outboxes, temporary files and tables that are not meant to hold member data. (ASVS 14.2.1)',
    '5.3':
      'Prometheus metrics contain no personal data and no concrete URL, and are served only at a private port. (ASVS 16.2.5)',
    '5.4': 'Traces contain no personal data, no concrete URL and no error text. (ASVS 16.2.5)',
    '5.5': 'A browser cannot choose its request id or the trace that its request belongs to. (ASVS 16.4.1)',
    '5.6': 'Log lines carry the ids of request, user, job and trace. (ASVS 16.2.1)',
    '5.7':
      'Only admins can list, retry and discard failed jobs, and each of these actions is in the audit log. (ASVS 8.2.1)',
    '5.8': 'Access logs contain route templates, not URLs. (ASVS 16.2.5)',
    '5.9': 'Newlines and escape codes in a username cannot forge a log line. (ASVS 16.4.1)',
    '5.10': 'Viewing a member is recorded in the audit log with the number of the member only. (ASVS 16.3)',
    '5.11': 'Every audited action has its event in the audit log. (ASVS 16.3)',
    '5.12': 'Every export is recorded with its filter and number of rows. (ASVS 16.3)',
    '5.13': 'The audit log is append-only, even for the database role of its service. (ASVS 16.4.2)',
    '5.14': 'Audit events are chained by hash. Verification finds and names a break in the chain. (ASVS 16.4.2)',
    '5.15':
      'No audit event is lost when the queue is emptied, a worker is killed or the auth service is down. (ASVS 16.3)',
    '5.16': 'The response to an internal error contains a request id and no details. (ASVS 16.5.1)',
    '5.17': 'When the database is unavailable, the response is 503 and users are not signed out. (ASVS 16.5.2)',

    '6.1':
      'These files are refused as a whole, with ingest below 300 MB of memory: a gzip bomb, gzip in gzip, truncated gzip, a line of 10 MB, NUL bytes, an image named .ach, an empty file, a file of spaces, UTF-16. (ASVS 5.2.2, 5.2.3)',
    '6.2':
      'Bad rows are rejected one by one, with ingest below 300 MB of memory, and valid rows beside them are stored: rows and keys of 10 MB, 100,000 nesting levels, a million digits, exponents, NUL in a NACHA record. (ASVS 2.2.1, 1.5)',
    '6.3':
      'A file name that is a path, too long or not a name does not change where the content is stored, and is shown sanitized. (ASVS 5.3.2)',
    '6.4': 'Spreadsheet formulas are stored as text and neutralized in every CSV export. (ASVS 1.2.10)',
    '6.5':
      'An upload above the size limit or larger than the free disk space is refused, and nothing of it remains. (ASVS 5.2.1)',
    '6.6': 'A canceled upload leaves nothing behind. Of twenty simultaneous uploads, each is stored once. (ASVS 15.4)',
    '6.7':
      'These documents fail with a message that says what to do, and the service keeps running: password-protected, blank, truncated, 500 pages, ten billion pixels, a Word document that declares 4 GB, empty. (ASVS 5.2.2, 5.2.3, 5.2.6)',
    '6.8':
      'Scripts in a PDF do not run. XML entities in a Word document are not expanded: they read no file, call no address and cannot multiply. (ASVS 1.5.1, 5.3)',
    '6.9':
      'Documents are parsed without native code in a process that has no keys, cannot read other files, write files, load libraries, start programs, use the network or reach other processes, and is limited in time and memory. What it sends is checked before it is used. (ASVS 5.2, 15.2.5)',
    '6.10': 'A canceled export leaves no query running. An export that breaks off does not look complete. (ASVS 15.4)',
    '6.11':
      'Wildcards in a filter are matched as text, and every filter finds exactly the entries it describes. (ASVS 1.2.4)',
    '6.12': 'Killed processes, a killed database or an emptied queue lose no entry and store none twice. (ASVS 16.5.2)',
    '6.13': 'After all hostile files, ingest is still the same process, and the ledger agrees to the cent.',
    '6.14': 'The documents of one user do not keep the documents of others from being read. (ASVS 15.4)',
  },
};
