import type { UploadResponse } from '@clearwatch/contracts/http/imports';
import { ApiError, REQUEST_ID_HEADER, UNREACHABLE } from '../../api/http.ts';

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
  request.open('POST', '/api/upload-transactions');
  request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
  request.addEventListener('error', () =>
    reject(new ApiError({ status: 0, detail: UNREACHABLE, requestId: null })),
  );
  request.addEventListener('abort', () => reject(signal.reason));
  request.addEventListener('load', () => {
    if (request.status >= 200 && request.status < 300) resolve(JSON.parse(request.responseText));
    else reject(failureOf(request));
  });
  signal.addEventListener('abort', () => request.abort());
  request.send(body);
  return promise;
}

function failureOf(request: XMLHttpRequest): ApiError {
  return new ApiError({
    status: request.status,
    detail: request.responseText.trim() || request.statusText,
    requestId: request.getResponseHeader(REQUEST_ID_HEADER),
  });
}
