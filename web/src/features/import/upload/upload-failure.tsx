import { Alert } from 'antd';
import { describeError, requestIdOf } from '../../../api/describe-error.ts';
import { whatToCheck } from './what-to-check.ts';

/** Why a file was not taken, and what to do about it. */
export function UploadFailure({ file, error }: { file: File; error: unknown }) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={describeError(error, 'Upload failed')}
      description={
        <>
          <p>{whatToCheck(file)}</p>
          {requestId !== null && <p className="quiet request-id">Request {requestId}</p>}
        </>
      }
    />
  );
}
