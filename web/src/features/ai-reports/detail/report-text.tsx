interface ReportTextProps {
  /** Markdown. */
  text: string;
  isGrowing: boolean;
}

/** The text of a report that has no parts to show, line breaks kept; headings without their signs. */
export function ReportText({ text, isGrowing }: ReportTextProps) {
  return (
    <div className="report-content" aria-busy={isGrowing}>
      {text.split(/^(#{1,4} .*)$/m).map((part, at) => {
        const heading = /^#{1,4} (.*)$/.exec(part)?.[1];
        // Text only grows at its end.
        // oxlint-disable-next-line react/no-array-index-key
        return heading === undefined ? part : <strong key={at}>{heading}</strong>;
      })}
    </div>
  );
}
