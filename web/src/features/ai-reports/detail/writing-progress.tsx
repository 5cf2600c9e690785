import type { ReportDetail } from '@clearwatch/contracts/ai-reports.dto';
import { useQuery } from '@tanstack/react-query';
import { Progress } from 'antd';
import { reportProgress } from '../../../api/apply-report-progress.ts';

/** How far a report has come that is not written yet. */
export function WritingProgress({ report: { id, state } }: { report: ReportDetail }) {
  const progress = useQuery(reportProgress(id)).data;
  if (state === 'pending') return <output className="writing-progress quiet">Waiting for its turn...</output>;
  if (progress === undefined || progress.sections === 0) {
    return <output className="writing-progress quiet">Gathering the figures...</output>;
  }
  const { sectionsDone, sections } = progress;
  return (
    <div className="writing-progress">
      <output className="quiet figures">
        Writing: {sectionsDone} of {sections} sections done
      </output>
      <Progress
        percent={Math.round((sectionsDone / sections) * 100)}
        showInfo={false}
        size="small"
        aria-label="Sections done"
      />
    </div>
  );
}
