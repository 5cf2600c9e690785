import { Alert } from 'antd';
import { requestIdOf } from '../../../api/describe-error.ts';
import { FailureWords } from '../../../failures/failure-words.tsx';
import { RequestReference } from '../../../failures/request-reference.tsx';
import { whatToCheck } from './what-to-check.ts';

/** Why a file was not taken, and what to do about it. */
export function UploadFailure({ file, error }: { file: File; error: unknown }) {
  const requestId = requestIdOf(error);
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={<FailureWords error={error} fallback="Upload failed" />}
      description={
        <>
          <p>{whatToCheck(file)}</p>
          {requestId !== null && <RequestReference id={requestId} />}
        </>
      }
    />
  );
}
