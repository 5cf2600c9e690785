import { readFileSync } from 'node:fs';

const SHORTEST = 12;

/** What an operator opens archives with: a file that holds the key, or the key itself, which may be a passphrase. */
export interface SecretSource {
  keyFile?: string | undefined;
  key?: string | undefined;
}

/**
 * The secret an archive is sealed with: text, without the blanks and line breaks around it that editors and containers treat
 * in their own ways.
 * @throws Error that says what to set when there is none, or it is too short to protect anything
 */
export function archiveSecret({ keyFile, key }: SecretSource): Buffer {
  if (keyFile === undefined && key === undefined) {
    throw new Error(
      'A backup is encrypted: name a file with the key by --key-file (or BACKUP_KEY_FILE), or set BACKUP_KEY. ' +
        'A key is made by: openssl rand -hex 32 > backup.key. Keep it in another place than the backups and the installation.',
    );
  }
  const secret = Buffer.from((keyFile === undefined ? (key ?? '') : textOf(keyFile)).trim(), 'utf8');
  if (secret.length >= SHORTEST) return secret;
  throw new Error(
    `The ${keyFile === undefined ? 'key' : `key in ${keyFile}`} is too short: at least ${SHORTEST} characters.`,
  );
}

function textOf(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not text' : code;
    throw new Error(`The key file ${file} cannot be read: ${reason}.`, { cause: error });
  }
}
