import { CloudDownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { reloadPage } from '../leaving/reload-page.ts';
import { type Build, reloadForNewerBuild } from './newer-build.ts';

const WORDS: Record<Build, string> = {
  newer: 'A new version of Clearwatch has been installed. Reload the page to go on with it.',
  same: 'Its code could not be fetched. Reload the page to try it once more.',
  unknown: 'Its code could not be fetched, because the server cannot be reached.',
};

/** In the place of a part whose code is not there. A newer build is taken up by itself, once. */
export function MissingCodeNotice() {
  const [build, setBuild] = useState<Build | null>(null);
  const look = async (): Promise<void> => setBuild(await reloadForNewerBuild());
  useEffect(() => {
    void reloadForNewerBuild().then(setBuild);
  }, []);
  return (
    <div className="panel-state" role="alert">
      <CloudDownloadOutlined className="panel-state-icon" aria-hidden />
      <p>
        <strong>This part could not be shown.</strong> {WORDS[build ?? 'same']}
      </p>
      <p className="quiet">Your data is unchanged, and what you have begun is kept.</p>
      {build === 'unknown' ? (
        // A reload now would leave an empty page.
        <Button onClick={() => void look()}>Try again</Button>
      ) : (
        <Button onClick={reloadPage}>Reload</Button>
      )}
    </div>
  );
}
