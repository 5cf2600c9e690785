import type { SetupTwoFactorResponse } from '@clearwatch/contracts/sign-in.dto';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { onServer } from '../../addresses/public-path.ts';
import { CopyButton } from './copy-button.tsx';

/**
 * The QR code, falling back from the data URL to the image on the server to a sentence; the key as text in any case. Spec
 * section 8 advises to refresh the page, but another set-up would make the key that was just typed worthless.
 */
export function AuthenticatorSecret({ setup }: { setup: SetupTwoFactorResponse }) {
  const images = [setup.qrCodeUrl, onServer(setup.qrCodeImageUrl)];
  const [failures, setFailures] = useState(0);
  const image = images[failures];

  return (
    <>
      {image === undefined ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title="Failed to load QR code."
          description={
            <>
              <p>Type the key below into your authenticator app instead.</p>
              <Button onClick={() => setFailures(0)}>Try again</Button>
            </>
          }
        />
      ) : (
        <div className="auth-qr">
          <img
            key={image}
            src={image}
            alt="QR code for your authenticator app"
            onError={() => setFailures((count) => count + 1)}
          />
        </div>
      )}
      <span className="quiet">Cannot scan it? Type this key into the app:</span>
      <div className="auth-secret">
        <code>{inGroups(setup.secret)}</code>
        <CopyButton text={setup.secret} label="Copy key" />
      </div>
    </>
  );
}

/** Four characters at a time, as authenticator apps show keys. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}
