package net.alpgrid.mda.export;

import java.io.IOException;
import java.io.Writer;
import java.time.LocalDate;
import java.util.List;
import net.alpgrid.mda.model.MeteringPoint;

/**
 * One file for one day. An exporter only writes values whose quality is usable for settlement.
 */
public interface Exporter {

    String fileName(LocalDate day);

    void write(LocalDate day, List<MeteringPoint> points, Writer out) throws IOException;
}
