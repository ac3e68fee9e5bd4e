import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PageTabsProps<Name extends string> {
  /** What the tabs are, for those who hear the page. */
  label: string;
  tabs: readonly { name: Name; label: string /** Below the label: what is under it comes to. */; note?: string }[];
  tab: Name;
  onTab: (tab: Name) => void;
  /** What stands under the open tab. */
  children: ReactNode;
}

/** The parts of a page, one at a time; they are not printed, what is under them is. */
export function PageTabs<Name extends string>({ label, tabs, tab, onTab, children }: PageTabsProps<Name>) {
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_, next: Name) => onTab(next)}
        aria-label={label}
        variant="scrollable"
        allowScrollButtonsMobile
        className="no-print"
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((one) => (
          <Tab
            key={one.name}
            value={one.name}
            id={`tab-${one.name}`}
            aria-controls={`panel-${one.name}`}
            label={
              one.note ? (
                <span>
                  {one.label}
                  <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                    {one.note}
                  </Typography>
                </span>
              ) : (
                one.label
              )
            }
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {children}
      </div>
    </>
  );
}
