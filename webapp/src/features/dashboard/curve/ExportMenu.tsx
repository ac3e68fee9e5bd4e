import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import type { DayRange } from '../../../design/period';
import { notify } from '../../../design/snackbars';
import { resolutionFor } from '../comparison';
import { useCurveExport } from '../queries';
import type { Nature, Viewpoint } from '../viewpoint/viewpoint';

interface ExportMenuProps {
  view: Viewpoint;
  natures: Nature[];
  days: DayRange;
  /** Step of the curve on screen, and that of the measures. */
  step: string;
  sourceStep: string;
}

/** The curve on screen as a file: by its step, or by that of the measures. */
export function ExportMenu({ view, natures, days, step, sourceStep }: ExportMenuProps) {
  const t = useT();
  const translator = useTranslator();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const download = useCurveExport(view);
  const steps = [...new Set([step, sourceStep])];
  const choose = (format: 'csv' | 'xlsx', of: string) => {
    setAnchor(null);
    download.mutate(
      { natures, days, format, resolution: of === sourceStep ? 'raw' : resolutionFor(of) },
      { onSuccess: () => notify(t('dashboard.export.done')) },
    );
  };
  return (
    <>
      <Tooltip title={t('dashboard.export.label')}>
        <IconButton
          size="small"
          className="no-print"
          aria-label={t('dashboard.export.label')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          loading={download.isPending}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <DownloadOutlined />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {steps.flatMap((of) =>
          (['csv', 'xlsx'] as const).map((format) => (
            <MenuItem key={`${of} ${format}`} onClick={() => choose(format, of)}>
              {t(`dashboard.export.${format}`, { step: translator.any(`formats.step.${of}`, undefined, of) })}
            </MenuItem>
          )),
        )}
      </Menu>
    </>
  );
}
