import { Component, type ReactNode } from 'react';
import { MissingCode } from '../failures/missing-code.ts';
import { MissingCodeNotice } from '../failures/missing-code-notice.tsx';
import { PanelError } from './panel-states.tsx';

interface PanelBoundaryState {
  error: unknown;
}

/** Keeps a panel that makes a mistake from taking the screen with it. */
export class PanelBoundary extends Component<{ children: ReactNode }, PanelBoundaryState> {
  override state: PanelBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): PanelBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof MissingCode) return <MissingCodeNotice />;
    return (
      <PanelError
        what="This part could not be shown."
        error={error}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
