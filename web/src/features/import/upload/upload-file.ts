import type { UploadResponse } from '@clearwatch/contracts/imports.dto';
import { onServer } from '../../../addresses/public-path.ts';
import { ApiError, failureOf, unreachable } from '../../../api/http.ts';

const UNREADABLE =
  'The file cannot be read: it was changed or moved since it was chosen, or it is a folder. Choose it again.';
const NOT_OURS = 'The answer did not come from Clearwatch. Reload the page and try again.';

interface Upload {
  file: File;
  /** Bytes that have left the browser. */
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/**
 * `POST /api/upload-transactions`, multipart, field `file`. By XMLHttpRequest because fetch cannot tell how much of a
 * body has been sent. Rejects with {@link ApiError}, or with the signal's reason when it was cancelled.
 */
export function uploadFile({ file, onSent, signal }: Upload): Promise<UploadResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadResponse>();
  const body = new FormData();
  body.append('file', file);

  const request = new XMLHttpRequest();
  request.open('POST', onServer('/api/upload-transactions'));
  request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
  request.addEventListener('error', () => void whyNotSent(file).then(reject));
  request.addEventListener('abort', () => reject(signal.reason));
  request.addEventListener('load', () => {
    const receipt = receiptIn(request);
    if (receipt === null) reject(refusalOf(request));
    else resolve(receipt);
  });
  signal.addEventListener('abort', () => request.abort());
  request.send(body);
  return promise;
}

/** Browsers do not tell a server that is away from a file that is. */
async function whyNotSent(file: File): Promise<ApiError> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(true));
  reader.addEventListener('error', () => resolve(false));
  reader.readAsArrayBuffer(file.slice(0, 1));
  const isReadable = await promise;
  return isReadable ? unreachable() : new ApiError({ status: 0, detail: UNREADABLE });
}

/** Null for a refusal, and for an answer that is not our server's, such as a proxy's sign-in page. */
function receiptIn({ status, responseText }: XMLHttpRequest): UploadResponse | null {
  if (status < 200 || status > 299) return null;
  try {
    return JSON.parse(responseText) as UploadResponse;
  } catch {
    return null;
  }
}

function refusalOf(request: XMLHttpRequest): ApiError {
  const { status, statusText, responseText } = request;
  return failureOf({
    status,
    statusText,
    body: status < 300 ? NOT_OURS : responseText,
    header: (name) => request.getResponseHeader(name),
  });
}
